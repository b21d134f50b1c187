/** The polynomial of CRC-32, bits reversed (RFC 1952 §8). */
const POLYNOMIAL = 0xedb88320
/** The polynomials 1 and x: the highest bit is the lowest power. */
const ONE = 0x80000000
const X = 0x40000000

/** Product of two polynomials over GF(2), modulo that of the CRC. */
const multiply = (a: number, b: number): number => {
  let product = 0
  let factor = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of 2^n for each n; the values repeat after 32. */
const SQUARES = Array.from({ length: 31 }).reduce<number[]>(
  (squares) => {
    const last = squares.at(-1) as number
    return [...squares, multiply(last, last)]
  },
  [X],
)

/** The factor by which this many zero bytes multiply a CRC. */
const shiftOf = (bytes: number): number => {
  let shift = ONE
  for (let rest = bytes, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) shift = multiply(SQUARES[n % 32] as number, shift)
  }
  return shift
}

/** Computes the CRC-32 of two concatenated byte strings from the CRC-32 of each and the length of the second. */
export const combineCrc32 = (first: number, second: number, secondLength: number): number =>
  (multiply(shiftOf(secondLength), first) ^ second) >>> 0

/** The header of a gzip member: no name, no time, any system (RFC 1952 §2.3). */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** Encodes a few bytes as a stored deflate block, which may follow data that ends on a byte boundary (RFC 1951 §3.2.4). */
export const storedBlock = (bytes: Buffer): Buffer => {
  const { length } = bytes
  const head = Buffer.from([0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255])
  return Buffer.concat([head, bytes])
}

/** Returns the final empty deflate block, then the CRC-32 and the length before compression, modulo 2^32. */
export const gzipTrailer = (crc32: number, size: number): Buffer => {
  const trailer = Buffer.from([1, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0])
  trailer.writeUInt32LE(crc32, 5)
  trailer.writeUInt32LE(size % 2 ** 32, 9)
  return trailer
}

/** Encodes at most 255 bytes as a zstd frame with one raw block and a one-byte length (RFC 8878 §3.1.1). */
export const rawFrame = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, bytes.length, (bytes.length << 3) | 1, bytes.length >> 5, 0]), bytes])
