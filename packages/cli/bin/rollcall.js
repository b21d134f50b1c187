#!/usr/bin/env node
// Runs the command on the pinned Node when the machine's own is too old for TypeScript.
import { spawn } from 'node:child_process'
import * as modules from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** Undefined where only what runs was installed, as in an image, which brings its own Node. */
const findNodePackage = () => {
  try {
    return dirname(modules.createRequire(import.meta.url).resolve('node/package.json'))
  } catch {
    return undefined
  }
}
const nodePackage = findNodePackage()
// Half of the time that a command takes to start. Beside the packages, where no one writes who may not change the code anyway.
const compiled = process.env.NODE_COMPILE_CACHE ?? (nodePackage && join(nodePackage, '..', '.cache', 'rollcall'))

const FOREGROUND = ['start', 'demo', 'npx']
/** npm passes signals on, but SIGKILL gives it no chance to: then this process has another parent. */
const endWithNpm = (end) => {
  if (!FOREGROUND.includes(process.env.npm_lifecycle_event ?? '')) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    end()
  }, 1000).unref()
}

if (Number(process.versions.node.split('.')[0]) >= 26) {
  endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
  modules.enableCompileCache(compiled)
  await import(MAIN)
} else if (nodePackage === undefined) {
  console.error('Rollcall needs Node 26. Run npm ci to get it.')
  process.exitCode = 1
} else {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
  // By the channel the command notices when this process is killed, and ends as well.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(join(nodePackage, 'bin', 'node'), [MAIN, ...process.argv.slice(2)], { stdio, env })
  endWithNpm(() => child.kill('SIGTERM'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // A terminal tells both of us, and a second Ctrl+C would end the command the hard way.
  const isInTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  process.on('SIGINT', () => isInTerminal || child.kill('SIGINT'))
  child.on('error', (error) => {
    console.error(`Rollcall needs Node 26. Run npm ci to get it. (${error.message})`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
