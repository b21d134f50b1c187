import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from './tools.ts'

const UNITS = 'usr/lib/systemd/system'
const SYSTEMD = join(ROOT, 'deploy/systemd')

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rollcall-systemd-'))
  // The targets that the unit needs, and the program that it starts.
  cpSync(join('/', UNITS), join(root, UNITS), { recursive: true, verbatimSymlinks: true })
  mkdirSync(join(root, 'opt/rollcall'), { recursive: true })
  cpSync(join(SYSTEMD, 'rollcall.sh'), join(root, 'opt/rollcall/rollcall'))
})
afterAll(() => rmSync(root, { recursive: true }))

const analyze = (unit: string, ...args: string[]) => {
  writeFileSync(join(root, UNITS, 'rollcall.service'), unit)
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, `--root=${root}`, 'rollcall.service'], {
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

const unit = readFileSync(join(SYSTEMD, 'rollcall.service'), 'utf8')

it('the unit is valid, and a mistake in it would be found', () => {
  expect(analyze(unit, 'verify')).toEqual({ status: 0, output: '' })
  expect(analyze(unit.replace('LimitNOFILE', 'LimitNFILE'), 'verify').output).toMatch(/Unknown key.* 'LimitNFILE'/)
  expect(analyze(unit.replace('/opt/rollcall/rollcall', '/opt/rollcall/gone'), 'verify').output).toContain('is not executable')
})

it('the unit exposes little, by the rating of systemd', () => {
  const rate = (text: string) => analyze(text, 'security', '--offline=true', '--threshold=15')
  expect(rate(unit).output).toMatch(/Overall exposure level for rollcall\.service: 1\.[0-5] OK/)
  expect(rate(unit).status).toBe(0)
  expect(rate(unit.replace('CapabilityBoundingSet=\n', '')).status).not.toBe(0)
})

it('the unit and the command agree on folders and user', () => {
  const defaults = readFileSync(join(SYSTEMD, 'defaults.env'), 'utf8')
  const wrapper = readFileSync(join(SYSTEMD, 'rollcall.sh'), 'utf8')
  const user = /^User=(.*)$/m.exec(unit)?.[1]
  expect(wrapper).toContain(`--reuid=${user} --regid=${/^Group=(.*)$/m.exec(unit)?.[1]}`)
  expect(readFileSync(join(SYSTEMD, 'sysusers.conf'), 'utf8')).toMatch(new RegExp(`^u ${user} `, 'm'))
  expect(defaults).toContain(`ROLLCALL_DATA_DIR=/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)?.[1]}\n`)
  expect(defaults).toContain(`NODE_COMPILE_CACHE=/var/cache/${/^CacheDirectory=(.*)$/m.exec(unit)?.[1]}\n`)
  execFileSync('sh', ['-n', join(SYSTEMD, 'rollcall.sh')])
})

it('the examples of settings mean the same to Node and to a shell', () => {
  const settings = readFileSync(join(SYSTEMD, 'rollcall.env'), 'utf8').replaceAll(/^#(?=[A-Z_]+=)/gm, '')
  expect(settings).toContain('\nROLLCALL_MAIL_FROM=')
  execFileSync('sh', ['-n'], { input: settings })
})

/** Binds the socket of a service manager, and prints each message as a line. */
const RECEIVER = `
import socket, sys
manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(sys.argv[1])
print('bound', flush=True)
while True:
    print(manager.recv(4096).decode().replace('\\n', ' '), flush=True)
`

it('the service reports to systemd that it is ready, and that it stops', async () => {
  const socket = join(root, 'notify')
  const manager = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  let received = ''
  manager.stdout.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  await once(manager.stdout, 'data')
  const env = { ...process.env, NOTIFY_SOCKET: socket, PORT: '0', HOST: '127.0.0.1', ROLLCALL_DATA_DIR: join(root, 'data') }
  const service = spawn(process.execPath, ['packages/cli/src/main.ts', 'serve'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let output = ''
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    await expect.poll(() => received, { timeout: 300_000 }).toContain('READY=1')
    expect(output).toContain('Rollcall is ready at')
    expect(received).not.toContain('STOPPING=1')
    service.kill('SIGTERM')
    await once(service, 'exit')
    await expect.poll(() => received, { timeout: 60_000 }).toContain('STOPPING=1')
  } finally {
    service.kill('SIGKILL')
    manager.kill('SIGKILL')
  }
})
