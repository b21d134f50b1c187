import { request } from 'node:http'

/** Sends the beginning of a body and never the end; the status that comes all the same. */
export const sendPart = (baseUrl: string, path: string, headers: object, part: Buffer): Promise<{ status: number }> =>
  new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, baseUrl), { method: 'POST', headers: { ...headers }, agent: false }, (incoming) => {
      resolve({ status: incoming.statusCode ?? 0 })
      outgoing.destroy()
    })
    outgoing.on('error', reject)
    outgoing.write(part)
  })
