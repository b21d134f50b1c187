import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDeb } from '../../scripts/deb.ts'
import { ARCHITECTURE } from './build-image.ts'
import { debian, memoryFolder, ROOT } from './tools.ts'

/** Below those that systems give to programs that ask for any. */
const PORT = '31124'
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

let folder: string
let root: string
let file: string
let installed: { status: number | null; stderr: string }

/** A program in a folder with Debian, as root of it, with processes and devices. */
const inside = (...args: string[]): string[] => {
  const mounts =
    'mount -t proc proc "$ROOT/proc"; mount --rbind /dev "$ROOT/dev"; mount --bind /etc/resolv.conf "$ROOT/etc/resolv.conf"'
  const script = `set -e; ${mounts}; exec chroot "$ROOT" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin PORT=${PORT} "$@"`
  return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...args]
}
const run = (...args: string[]) =>
  spawnSync('unshare', inside(...args), { encoding: 'utf8', env: { ...process.env, ROOT: root }, maxBuffer: 1e8 })

beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'rollcall-deb-'))
  root = join(folder, 'debian')
  file = await buildDeb(folder, ARCHITECTURE)
  execFileSync('cp', ['--archive', '--reflink=auto', debian(), root])
  execFileSync('cp', [file, join(root, 'root')])
  run('apt-get', 'update')
  installed = run('apt-get', 'install', '--yes', '--no-install-recommends', `/root/${basename(file)}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a Debian without Node installs the package, with what it needs, and a user', () => {
  expect(installed.status, installed.stderr).toBe(0)
  expect(basename(file)).toBe(`rollcall_${version}_${ARCHITECTURE}.deb`)
  const user = /^rollcall:x:(\d+):(\d+):/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8'))
  expect(statSync(join(root, 'var/lib/rollcall'))).toMatchObject({ uid: Number(user?.[1]), mode: 0o40700 })
  expect(statSync(join(root, 'etc/rollcall.env'))).toMatchObject({ uid: 0, gid: Number(user?.[2]), mode: 0o100640 })
  const writable = execFileSync('find', [
    join(root, 'opt/rollcall'),
    '(',
    '-not',
    '-uid',
    '0',
    '-o',
    '-perm',
    '-o+w',
    '-not',
    '-type',
    'l',
    ')',
  ])
  expect(writable.toString()).toBe('')
  console.log(`The Debian package has ${Math.round(statSync(file).size / 1e6)} MB.`)
})

it('the command runs on the Node of the package, with the settings of the service', () => {
  expect(run('rollcall', '--version')).toMatchObject({ status: 0, stdout: `${version}\n` })
  writeFileSync(join(root, 'etc/rollcall.env'), 'DATABASE_URL=postgres://rollcall@127.0.0.1:1/none\n')
  const doctor = run('rollcall', 'doctor')
  expect(doctor).toMatchObject({ status: 1, stdout: expect.stringContaining('127.0.0.1:1/none') })
  expect(doctor.stdout).toContain('/var/lib/rollcall belongs to the service alone')
  // Other users have no settings, and no trouble.
  const stranger = run('setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'rollcall', '--version')
  expect(stranger).toMatchObject({ status: 0, stdout: `${version}\n` })
})

it('the service runs as its user, on its own database if there is no other, and stops', async () => {
  writeFileSync(join(root, 'etc/rollcall.env'), '#DATABASE_URL=\n')
  const service = spawn('unshare', inside('rollcall', 'serve'), {
    env: { ...process.env, ROOT: root },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [service.stdout, service.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(service, 'close')
  try {
    await expect.poll(() => output, { timeout: 300_000 }).toContain('Rollcall is ready at')
    expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200)
    const pid = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim()
    const uid = statSync(join(root, 'var/lib/rollcall')).uid
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\t${uid}\t`, 'm'))
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^CapEff:\t0+$/m)
    expect(existsSync(join(root, 'var/lib/rollcall/first-run.json'))).toBe(true)
    process.kill(Number(pid), 'SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    service.kill('SIGKILL')
  }
})

it('an upgrade succeeds where the settings were removed', () => {
  rmSync(join(root, 'etc/rollcall.env'))
  const again = run('dpkg', '--install', `/root/${basename(file)}`)
  expect(again.status, again.stderr).toBe(0)
  expect(run('rollcall', '--version').status).toBe(0)
})

it('removing the package leaves the data', () => {
  expect(run('apt-get', 'remove', '--yes', 'rollcall').status).toBe(0)
  expect(existsSync(join(root, 'opt/rollcall/rollcall'))).toBe(false)
  expect(existsSync(join(root, 'var/lib/rollcall/secret.key'))).toBe(true)
})
