import { describe, expect, it } from 'vitest'
import { traceOf } from './trace-context.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const PARENT_BASED = { ratio: 1, isParentBased: true }

describe('a trace', () => {
  it.each([
    ['01', true],
    ['00', false],
    ['03', true],
  ])('continues that of the caller, with its decision %s', (flags, isSampled) => {
    const traced = traceOf({ traceparent: `00-${TRACE}-${SPAN}-${flags}`, tracestate: 'vendor=1' }, PARENT_BASED)
    expect(traced).toEqual({ traceId: TRACE, parentSpanId: SPAN, traceState: 'vendor=1', isSampled })
  })

  it('may have fields of a later version', () => {
    expect(traceOf({ traceparent: `01-${TRACE}-${SPAN}-01-more` }, PARENT_BASED).traceId).toBe(TRACE)
  })

  it.each([
    ['nothing', undefined],
    ['another form', `${TRACE}-${SPAN}`],
    ['upper case', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['fields that its version does not have', `00-${TRACE}-${SPAN}-01-more`],
    ['zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ])('is a new one after %s', (_, traceparent) => {
    const { traceId, parentSpanId, isSampled } = traceOf({ traceparent, tracestate: 'vendor=1' }, PARENT_BASED)
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(traceId).not.toBe(TRACE)
    expect(parentSpanId).toBeUndefined()
    expect(isSampled).toBe(true)
  })

  it('is recorded by its share, the same way for the same id', () => {
    const decide = (ratio: number, traceId: string) =>
      traceOf({ traceparent: `00-${traceId}-${SPAN}-00` }, { ratio, isParentBased: false }).isSampled
    const ids = Array.from({ length: 2000 }, () => traceOf({}, PARENT_BASED).traceId)
    expect(ids.filter((id) => decide(0, id))).toEqual([])
    expect(ids.filter((id) => decide(1, id))).toHaveLength(2000)
    const quarter = ids.filter((id) => decide(0.25, id))
    expect(quarter.length).toBeGreaterThan(300)
    expect(quarter.length).toBeLessThan(700)
    expect(ids.filter((id) => decide(0.25, id))).toEqual(quarter)
  })
})
