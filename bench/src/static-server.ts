import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** nginx with one folder, as Debian packages it: the reference for how fast this machine can send bytes. */
export interface StaticServer extends AsyncDisposable {
  readonly baseUrl: string
  /** Serves these bytes under /name, compressed with gzip if accepted. */
  put(name: string, identity: Buffer, gzip: Buffer): Promise<void>
}

export const startStaticServer = async (): Promise<StaticServer> => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-static-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  await writeFile(
    join(folder, 'nginx.conf'),
    `user ${process.env.USER ?? 'root'};
     daemon off;
     pid ${folder}/pid;
     error_log ${folder}/error.log;
     events {}
     http {
       access_log off;
       sendfile on;
       tcp_nopush on;
       gzip_static on;
       types { application/json json; }
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' })
  const failed = once(child, 'error').then(() => {
    throw new Error('nginx is needed as the reference: apt-get install -y nginx-light postgresql-client')
  })
  stack.defer(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const baseUrl = `http://127.0.0.1:${port}`
  await Promise.race([failed, answering(baseUrl)])
  const running = stack.move()
  return {
    baseUrl,
    async put(name, identity, gzip) {
      await writeFile(join(folder, name), identity)
      await writeFile(join(folder, `${name}.gz`), gzip)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

const answering = async (url: string): Promise<void> => {
  for (;;) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
