import { connect, type Socket } from 'node:net'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'

/** An answer, read from its bytes. */
export interface RawAnswer {
  readonly status: number
  /** Headers by name in lower case; repeated ones are joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded. */
  readonly body: Buffer
  /** Whether the connection can be used again. */
  readonly isOpen: boolean
}

/** No answer came: the connection was closed, or nothing came for so long. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

interface Head {
  readonly status: number
  readonly headers: Map<string, string>
  /** The offset of the body. */
  readonly end: number
}

const readHead = (bytes: Buffer): Head | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})( |$)/.exec(statusLine)?.[1])
  if (!status) throw new NoAnswer(`What came is no answer: ${statusLine.slice(0, 200)}`)
  if (status < 200) return readHead(bytes.subarray(end + 4)) && shifted(readHead(bytes.subarray(end + 4)) as Head, end + 4)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
  }
  return { status, headers, end: end + 4 }
}

const shifted = (head: Head, by: number): Head => ({ ...head, end: head.end + by })

/** The body and all chunks of it; undefined while some are missing. */
const readChunks = (bytes: Buffer, from: number): Buffer | undefined => {
  const chunks: Buffer[] = []
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (bytes.length < line + 2 + size + 2) return undefined
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}

const readBody = (bytes: Buffer, { status, headers, end }: Head, isHead: boolean, isClosed: boolean): Buffer | undefined => {
  if (isHead || status === 204 || status === 304) return Buffer.alloc(0)
  // A stream that never ends: its first event is enough.
  if (headers.get('content-type')?.startsWith('text/event-stream'))
    return bytes.includes('\n\n', end) ? bytes.subarray(end) : undefined
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, end)
  const length = headers.get('content-length')
  if (length === undefined) return isClosed ? bytes.subarray(end) : undefined
  return bytes.length >= end + Number(length) ? bytes.subarray(end, end + Number(length)) : undefined
}

const decode = (body: Buffer, encoding: string | undefined): Buffer => {
  if (body.length === 0) return body
  if (encoding === 'gzip') return gunzipSync(body)
  return encoding === 'zstd' ? zstdDecompressSync(body) : body
}

/** One connection, on which requests are sent as the bytes they are, one after the other. */
export class RawConnection {
  readonly #socket: Socket
  #received: Buffer[] = []
  #closed = false
  #wake: () => void = () => {}

  constructor(baseUrl: string) {
    const { hostname, port } = new URL(baseUrl)
    this.#socket = connect(Number(port), hostname)
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received.push(chunk)
      this.#wake()
    })
    // Bytes that came before a reset count.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
  }

  /** @throws NoAnswer */
  async exchange(request: Buffer, { isHead, withinMs }: { isHead: boolean; withinMs: number }): Promise<RawAnswer> {
    this.#received = []
    this.#socket.write(request)
    const end = Date.now() + withinMs
    for (;;) {
      const bytes = this.#received.length === 1 ? (this.#received[0] as Buffer) : Buffer.concat(this.#received)
      this.#received = [bytes]
      const head = readHead(bytes)
      const body = head && readBody(bytes, head, isHead, this.#closed)
      if (head && body) {
        const isStream = head.headers.get('content-type')?.startsWith('text/event-stream')
        const isOpen = !this.#closed && !isStream && head.headers.get('connection') !== 'close'
        return { ...head, body: decode(body, head.headers.get('content-encoding')), isOpen }
      }
      if (this.#closed) throw new NoAnswer(`Closed after ${bytes.length} bytes.`)
      if (Date.now() > end) throw new NoAnswer(`Nothing more within ${withinMs} ms, after ${bytes.length} bytes.`)
      await this.#more(end - Date.now())
    }
  }

  #more(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, withinMs + 1))
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}
