import type { FloorPlanType } from '@rollcall/contract'

/** The properties that the bytes of an image state. */
export interface ImageFacts {
  readonly mediaType: FloorPlanType
  readonly width: number
  readonly height: number
  /** Whether the file is complete. A truncated copy states the same size in its first bytes. */
  readonly isWhole: boolean
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** Reads the type and size of an image from its bytes, not from its name; undefined for other data. */
export const imageFacts = (image: Buffer): ImageFacts | undefined => {
  const size = pngSize(image)
  if (size) return { mediaType: 'image/png', ...size, isWhole: endsAsPng(image) }
  const jpeg = jpegSize(image)
  if (jpeg) return { mediaType: 'image/jpeg', ...jpeg, isWhole: endsAsJpeg(image) }
  const webp = webpSize(image)
  return webp && { mediaType: 'image/webp', ...webp, isWhole: image.length >= image.readUInt32LE(4) + 8 }
}

type Size = Pick<ImageFacts, 'width' | 'height'>

const pngSize = (image: Buffer): Size | undefined => {
  if (image.length < 33 || !image.subarray(0, 8).equals(PNG) || image.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) }
}

/** Follows the chunks, and returns whether the last one is there. */
const endsAsPng = (image: Buffer): boolean => {
  for (let at = 8; at + 12 <= image.length; at += 12 + image.readUInt32BE(at)) {
    if (image.toString('latin1', at + 4, at + 8) === 'IEND') return true
  }
  return false
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = Buffer.from('ffd9', 'hex')

/** Returns whether the end marker follows the image data. A thumbnail in the header has its own end marker. */
const endsAsJpeg = (image: Buffer): boolean => {
  let at = 2
  while (at + 4 <= image.length && image[at] === 0xff) {
    const marker = image[at + 1]
    if (marker === START_OF_SCAN) return image.lastIndexOf(END_OF_IMAGE) > at
    at += marker === 0xff ? 1 : 2 + image.readUInt16BE(at + 2)
  }
  return false
}

/** Matches the start of a frame (SOF); C4, C8 and CC are other segments. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpegSize = (image: Buffer): Size | undefined => {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= image.length) {
    if (image[at] !== 0xff) return undefined
    const marker = image[at + 1] as number
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: image.readUInt16BE(at + 5), width: image.readUInt16BE(at + 7) }
    else at += 2 + image.readUInt16BE(at + 2)
  }
  return undefined
}

const webpSize = (image: Buffer): Size | undefined => {
  if (image.length < 30 || image.toString('latin1', 0, 4) !== 'RIFF' || image.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  const form = image.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: image.readUIntLE(24, 3) + 1, height: image.readUIntLE(27, 3) + 1 }
  if (form === 'VP8 ') return { width: image.readUInt16LE(26) & 0x3fff, height: image.readUInt16LE(28) & 0x3fff }
  if (form !== 'VP8L') return undefined
  const bits = image.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
