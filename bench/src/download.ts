import { Agent, request } from 'node:http'

export interface Download {
  readonly status: number
  readonly etag: string | undefined
  readonly bytes: number
  /** Milliseconds to the first byte of the body, and to the last. */
  readonly firstByte: number
  readonly total: number
}

const agent = new Agent({ keepAlive: true })

/** Reads a response to its end at full speed, without decoding it. */
export const download = (url: string, headers: Record<string, string>, onChunk?: (chunk: Buffer) => void): Promise<Download> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const call = request(url, { agent, headers }, (response) => {
      let bytes = 0
      let firstByte = 0
      response.on('data', (chunk: Buffer) => {
        firstByte ||= performance.now() - started
        bytes += chunk.length
        onChunk?.(chunk)
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response
        const total = performance.now() - started
        if (status >= 400) reject(new Error(`${url} answered ${status}`))
        else resolve({ status, etag: answered.etag, bytes, firstByte: firstByte || total, total })
      })
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end()
  })

/** The same, with the bytes. */
export const fetchBytes = async (url: string, headers: Record<string, string>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  await download(url, headers, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks)
}
