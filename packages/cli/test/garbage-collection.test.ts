import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const MODULE = new URL('../src/garbage-collection.ts', import.meta.url).href

/** Number of full garbage collections while 2 GiB of buffers are allocated and dropped, with a large live heap. */
const countCollections = (prepare: string): number => {
  const program = `
    import { constants, PerformanceObserver } from 'node:perf_hooks'
    ${prepare}
    let collections = 0
    const observer = new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++
    })
    observer.observe({ entryTypes: ['gc'] })
    const kept = Array.from({ length: 300_000 }, (_, index) => ({ index }))
    for (let turn = 0; turn < 512; turn++) {
      for (let made = 0; made < 8; made++) Buffer.allocUnsafeSlow(1 << 19)
      await new Promise(setImmediate)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    console.log(collections, kept.length)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return Number.parseInt(printed, 10)
}

test('buffers do not cause a full garbage collection every few milliseconds', () => {
  const before = countCollections('')
  const after = countCollections(`import { collectBuffersWithTheRest } from '${MODULE}'\ncollectBuffersWithTheRest()`)
  expect(before).toBeGreaterThan(0)
  expect(after).toBeLessThan(before)
})
