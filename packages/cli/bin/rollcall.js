#!/usr/bin/env node
// Runs the command: the compiled files of the published package, or the sources in a clone of the repository.
import { existsSync } from 'node:fs'
import * as modules from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = join(PACKAGE, 'src/main.ts')
const isClone = existsSync(SOURCE)
const main = isClone ? SOURCE : join(PACKAGE, 'dist/main.js')

// Half of the time that a command takes to start. Among the packages, where users who may not change the code cannot write either.
const compiled = process.env.NODE_COMPILE_CACHE ?? join(PACKAGE, isClone ? '../../node_modules' : '..', '.cache/rollcall')

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

const isAtLeast = (neededMajor, neededMinor) => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

if (isClone ? isAtLeast(26, 0) : isAtLeast(22, 15)) {
  endWithNpm(() => process.kill(process.pid, 'SIGTERM'))
  modules.enableCompileCache(compiled)
  await import(pathToFileURL(main).href)
} else if (isClone) {
  const { runOnPinnedNode } = await import('./pinned-node.js')
  runOnPinnedNode(main, compiled, endWithNpm)
} else {
  console.error(
    `Rollcall needs Node 22.15 or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org`,
  )
  process.exitCode = 1
}
