/** Joins small pieces, so that a file of millions of entries is not written by millions of calls. */
export function* joined(parts: Iterable<string>, size = 65_536): Generator<string, void, undefined> {
  let held = ''
  for (const part of parts) {
    held += part
    if (held.length < size) continue
    yield held
    held = ''
  }
  yield held
}
