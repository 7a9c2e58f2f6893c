//! `/health` and `/metrics` on a port of their own, in the little HTTP that monitors need.

use crate::lobby::Shared;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};

/// Longest request.
const REQUEST: usize = 4 << 10;
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers requests one after the other.
pub async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let _ = timeout(PATIENCE, answer(stream, &shared)).await;
            }
            Err(error) => {
                tracing::warn!(%error, "a request cannot be accepted");
                tokio::time::sleep_until(Instant::now() + Duration::from_millis(100)).await;
            }
        }
    }
}

async fn answer(mut stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut request = Vec::new();
    while !request.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut piece = [0; 512];
        let read = stream.read(&mut piece).await?;
        request.extend_from_slice(&piece[..read]);
        if read == 0 || request.len() > REQUEST {
            break;
        }
    }
    let (status, body) = respond(&request, shared);
    let head = "Content-Type: text/plain; version=0.0.4\r\nConnection: close";
    let length = body.len();
    stream
        .write_all(format!("HTTP/1.1 {status}\r\n{head}\r\nContent-Length: {length}\r\n\r\n{body}").as_bytes())
        .await?;
    stream.shutdown().await
}

fn respond(request: &[u8], shared: &Shared) -> (&'static str, String) {
    let line = request.split(|&byte| byte == b'\r').next().unwrap_or_default();
    match line.split(|&byte| byte == b' ').collect::<Vec<_>>()[..] {
        [b"GET", b"/health", _] => ("200 OK", "ok\n".to_owned()),
        [b"GET", b"/metrics", _] => ("200 OK", shared.metrics.to_text()),
        [b"GET", _, _] => ("404 Not Found", "not found\n".to_owned()),
        _ => ("400 Bad Request", "bad request\n".to_owned()),
    }
}
