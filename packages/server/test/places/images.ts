import { deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // The checksum is not checked here.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

/** A gray PNG; `bytes` makes the file that long. */
export const png = (width: number, height: number, bytes = 0): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 200)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 10) }, () => row)))
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  const image = Buffer.concat(parts)
  return Buffer.concat([image, Buffer.alloc(Math.max(bytes - image.length, 0))])
}

/** The segments that tell the size of a JPEG, after some that do not, and its end. */
export const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from('ffc20011080000000003012200021101031101', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const comment = Buffer.concat([Buffer.from('fffe0006', 'hex'), Buffer.from('plan')])
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    comment,
    Buffer.from('ffc40004', 'hex'),
    Buffer.alloc(2),
    Buffer.from('ff', 'hex'),
    frame,
    Buffer.from('ffda0008010100003f00d2cf20ffd9', 'hex'),
  ])
}

/** The three forms of WebP. */
export const webp = (form: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer => {
  const image = Buffer.alloc(34)
  image.write('RIFF', 0, 'latin1')
  image.writeUInt32LE(26, 4)
  image.write(`WEBP${form}`, 8, 'latin1')
  if (form === 'VP8X') {
    image.writeUIntLE(width - 1, 24, 3)
    image.writeUIntLE(height - 1, 27, 3)
  } else if (form === 'VP8L') {
    image[20] = 0x2f
    image.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  } else {
    image.writeUInt16LE(width, 26)
    image.writeUInt16LE(height, 28)
  }
  return image
}
