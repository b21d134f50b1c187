/** The text of the UUID whose 16 bytes are at this place. */
export const uuidAt = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Words of 32 bits in a UUID. */
const WORDS = 4
const FIRST_SLOTS = 1 << 10

/**
 * Returns the texts of UUIDs at places of buffers. Each is made once, however often it is asked for, and later found by its bytes: that
 * takes a fifth of making a text and finding it in a map, and maps that have the very same text as a key need not compare its letters.
 */
export const createUuidTexts = (): ((bytes: Buffer, at: number) => string) => {
  let slots = FIRST_SLOTS
  let words = new Int32Array(slots * WORDS)
  let texts: (string | undefined)[] = new Array(slots)
  let count = 0

  /** The slot that has the UUID, or the free one for it. The last bytes of all kinds of UUIDs are random. */
  const slotOf = (a: number, b: number, c: number, d: number): number => {
    let slot = (Math.imul(d ^ c, 0x9e3779b1) >>> 8) & (slots - 1)
    while (texts[slot] !== undefined) {
      const at = slot * WORDS
      if (words[at + 3] === d && words[at + 2] === c && words[at + 1] === b && words[at] === a) break
      slot = (slot + 1) & (slots - 1)
    }
    return slot
  }
  const put = (slot: number, text: string, id: ArrayLike<number>): void => {
    texts[slot] = text
    words.set(id, slot * WORDS)
  }
  const grow = (): void => {
    const [oldWords, oldTexts] = [words, texts]
    slots *= 2
    words = new Int32Array(slots * WORDS)
    texts = new Array(slots)
    for (const [slot, text] of oldTexts.entries()) {
      if (text === undefined) continue
      const id = oldWords.subarray(slot * WORDS, (slot + 1) * WORDS)
      put(slotOf(...(id as unknown as [number, number, number, number])), text, id)
    }
  }
  return (bytes, at) => {
    const [a, b, c, d] = [bytes.readInt32BE(at), bytes.readInt32BE(at + 4), bytes.readInt32BE(at + 8), bytes.readInt32BE(at + 12)]
    const slot = slotOf(a, b, c, d)
    const known = texts[slot]
    if (known !== undefined) return known
    const text = uuidAt(bytes, at)
    put(slot, text, [a, b, c, d])
    count += 1
    if (count * 2 > slots) grow()
    return text
  }
}
