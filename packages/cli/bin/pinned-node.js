// In a clone, for machines whose own Node is too old for TypeScript: npm ci has installed the pinned one.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PROGRAM = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'

const explain = (detail) => {
  console.error(`A clone of Rollcall needs Node 26. Run npm ci to get it. (${detail})`)
  process.exitCode = 1
}

const findPinnedNode = () => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), PROGRAM)
  } catch {
    return undefined
  }
}

export const runOnPinnedNode = (main, compiled, endWithNpm) => {
  const node = findPinnedNode()
  if (node === undefined) return explain(`this is Node ${process.versions.node}`)
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  // By the channel the command notices when this process is killed, and ends as well.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio, env })
  endWithNpm(() => child.kill('SIGTERM'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal tells both of us, and a second Ctrl+C would end the command the hard way.
  const isInTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  process.on('SIGINT', () => isInTerminal || child.kill('SIGINT'))
  child.on('error', ({ message }) => explain(message))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
