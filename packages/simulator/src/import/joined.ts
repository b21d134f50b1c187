/** Joins small pieces, so that a file with millions of entries does not need millions of writes. */
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
