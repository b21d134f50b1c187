import { openSync, readSync } from 'node:fs'

/**
 * Loaded into a service before anything else: lets its clock be off by as many milliseconds as a file says. What the time is seems to
 * jump; how much of it passes goes on, as on a machine whose clock is set.
 */
const EVERY_MS = 20
// Opened once: later there may be no file left to open.
const file = openSync(process.env.FAULTS_CLOCK as string, 'r')
const buffer = Buffer.alloc(32)
const RealDate = Date
let offset = 0

const read = (): void => {
  const length = readSync(file, buffer, 0, buffer.length, 0)
  // Nothing while it is being written.
  if (length > 0) offset = Number(buffer.toString('utf8', 0, length))
}
read()
setInterval(read, EVERY_MS).unref()

const now = (): number => RealDate.now() + offset

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
