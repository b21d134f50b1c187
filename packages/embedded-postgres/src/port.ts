import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port that no program listens on now. It is taken from below the range that systems give to outgoing connections:
 * while the server restarts, such a connection could otherwise occupy its port.
 */
export const findFreePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 30_000)
    if (await isFree(port)) return port
  }
  throw new Error('No free port for PostgreSQL was found between 20000 and 30000 on 127.0.0.1.')
}

const isFree = (port: number): Promise<boolean> => {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
