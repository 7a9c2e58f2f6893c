//! TLS: the server's certificate, and the roots that clients trust.

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore, ServerConfig};
use tokio_rustls::{TlsAcceptor, TlsConnector};

/// Reason why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file has no usable PEM part.
    #[error("{path} cannot be read as PEM: {error}", path = .0.display(), error = .1)]
    Pem(PathBuf, rustls_pki_types::pem::Error),
    /// Certificate and key do not fit each other.
    #[error("the certificate cannot be used: {0}")]
    Unfit(#[from] rustls::Error),
    /// The host is not a name.
    #[error("`{0}` is not a host name")]
    Host(String),
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let fail = |error| TlsError::Pem(path.to_owned(), error);
    CertificateDer::pem_file_iter(path).map_err(fail)?.collect::<Result<_, _>>().map_err(fail)
}

/// Reads the server's certificate chain and key.
///
/// # Errors
///
/// If a file cannot be read, or they do not fit each other.
pub fn acceptor(cert: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let chain = certificates(cert)?;
    let key = PrivateKeyDer::from_pem_file(key).map_err(|error| TlsError::Pem(key.to_owned(), error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let config = config.with_no_client_auth().with_single_cert(chain, key)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Returns a connector that trusts the usual roots and, if given, those in a file.
///
/// # Errors
///
/// If the file cannot be read.
pub fn connector(own: Option<&Path>) -> Result<TlsConnector, TlsError> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for root in own.map(certificates).transpose()?.into_iter().flatten() {
        roots.add(root)?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}

/// Returns a host's name for the handshake.
///
/// # Errors
///
/// If it is not one.
pub fn server_name(host: &str) -> Result<ServerName<'static>, TlsError> {
    ServerName::try_from(host.to_owned()).map_err(|_| TlsError::Host(host.to_owned()))
}
