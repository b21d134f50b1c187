import { createReadStream, open } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { WrongUse } from '../../wrong-use.ts'
import { UnreadableInput } from './row.ts'

export const STDIN = '-'

const openFile = promisify(open)

export interface TextOptions {
  encoding?: string | undefined
  signal?: AbortSignal | undefined
  /** Receives the size of each chunk of the file as it is read. */
  onBytes?: ((count: number) => void) | undefined
}

/** The text read ahead, and the whole text from the start. */
export interface ReadAhead<T> {
  head: T[]
  all: AsyncGenerator<T, void, undefined>
}

export const readAhead = async <T>(chunks: AsyncIterable<T>, isEnough: (head: T[]) => boolean): Promise<ReadAhead<T>> => {
  const iterator = chunks[Symbol.asyncIterator]()
  const head: T[] = []
  while (!isEnough(head)) {
    const { value, done } = await iterator.next()
    if (done) break
    head.push(value)
  }
  async function* all() {
    try {
      yield* head.splice(0)
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head: [...head], all: all() }
}

const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b

/** Some systems write UTF-16 with a byte order mark. */
const encodingOf = (head: Buffer): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

const hasTwoBytes = (head: Buffer[]): boolean => Buffer.concat(head).length >= 2

/** Reading a pipe as a file would block the process until the other side writes or closes; a socket can be closed. */
const streamOf = async (name: string): Promise<Readable> => {
  if (name === STDIN) return process.stdin
  const stats = await stat(name).catch(() => undefined)
  return stats?.isFIFO() ? new Socket({ fd: await openFile(name, 'r'), readable: true, writable: false }) : createReadStream(name)
}

async function* bytesOf(name: string, { signal, onBytes }: TextOptions): AsyncGenerator<Buffer, void, undefined> {
  const source = await streamOf(name)
  if (signal) addAbortSignal(signal, source)
  for await (const chunk of source) {
    onBytes?.(chunk.length)
    yield chunk
  }
}

const decoderOf = (label: string): TextDecoder => {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw new WrongUse(`--encoding ${label} is not known. Give for example utf-8, windows-1252 or utf-16le.`)
  }
}

/** The text of a file or of standard input, decompressed if it is gzip. @throws UnreadableInput, WrongUse */
export async function* textOf(name: string, options: TextOptions): AsyncGenerator<string, void, undefined> {
  const given = options.encoding === undefined ? undefined : decoderOf(options.encoding)
  const packed = await readAhead(bytesOf(name, options), hasTwoBytes)
  // A failure ends the destination, and its reader gets the error.
  const unpacked = isGzip(Buffer.concat(packed.head)) ? pipeline(Readable.from(packed.all), createGunzip(), () => {}) : packed.all
  const plain = await readAhead<Buffer>(unpacked, hasTwoBytes)
  const decoder = given ?? decoderOf(encodingOf(Buffer.concat(plain.head)))
  for await (const chunk of plain.all) yield decode(decoder, chunk)
  yield decode(decoder, undefined)
}

const decode = (decoder: TextDecoder, chunk: Buffer | undefined): string => {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (cause) {
    throw new UnreadableInput(`its text is not ${decoder.encoding}: give --encoding, for example windows-1252`, { cause })
  }
}
