// Plays packs in Node: `node play.mjs MODULE PACK...`, each a file with the pack's name, a line feed and its canonical text.
import { readFileSync } from "node:fs";
const [module, ...packs] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { memory, room, play_pack } = instance.exports;
for (const pack of packs) {
    const bytes = readFileSync(pack);
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const answer = play_pack(at, bytes.length);
    const length = new DataView(memory.buffer).getUint32(answer, true);
    process.stdout.write(Buffer.from(memory.buffer, answer + 4, length));
}
