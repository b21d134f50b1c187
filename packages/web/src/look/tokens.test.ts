import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { COLORS, DENSITY, HEADINGS, MOTION, PALETTE, PLAN_INVERSION, RADIUS, TYPE } from './tokens.ts'

test('contrast is computed as WCAG 2.2 defines it', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
})

for (const [scheme, colors] of Object.entries(COLORS)) {
  const grounds = { page: colors.page, frame: colors.frame, raised: colors.raised, hover: colors.hover }

  test(`text of every kind has a contrast of 4.5 on everything it lies on: ${scheme}`, () => {
    const { text, quiet, accent, success, warning, danger } = colors
    for (const [name, color] of Object.entries({ text, quiet, accent, success, warning, danger }))
      for (const [ground, under] of Object.entries(grounds))
        expect.soft(contrast(color, under), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    for (const [color, written] of colors.scale) expect.soft(contrast(written, color), color).toBeGreaterThanOrEqual(4.5)
  })

  test(`marks of a chart have a contrast of 3 to the page, and the scale only rises: ${scheme}`, () => {
    for (const color of colors.series) expect.soft(contrast(color, colors.page), color).toBeGreaterThanOrEqual(3)
    const steps = colors.scale.map(([color]) => contrast(color, colors.page))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps.at(-1)).toBeGreaterThanOrEqual(3)
  })
}

test('the chosen entry of the navigation is readable, and stands out from the others in the dark', () => {
  for (const { chosen } of Object.values(COLORS)) expect(contrast(...chosen)).toBeGreaterThanOrEqual(4.5)
  const { chosen, frame } = COLORS.dark
  expect(contrast(chosen[0], frame)).toBeGreaterThanOrEqual(3)
})

test('a white floor plan does not glare in the dark, and zones, names and the ring of a desk stay visible on it', () => {
  const white = Math.round(255 * (1 - PLAN_INVERSION)).toString(16)
  expect(COLORS.dark.plan).toBe(`#${white.repeat(3)}`)
  for (const [{ plan, page, text }, zone] of [
    [COLORS.light, PALETTE.petrol[7]],
    [COLORS.dark, PALETTE.petrol[4]],
  ] as const) {
    expect(contrast(plan, page)).toBeLessThan(1.2)
    expect(contrast(text, plan)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(zone, plan)).toBeGreaterThanOrEqual(3)
  }
})

test('white text is readable on a button, and every palette goes from light to dark', () => {
  expect(contrast('#ffffff', PALETTE.petrol[7])).toBeGreaterThanOrEqual(4.5)
  for (const steps of Object.values(PALETTE)) {
    const toBlack = steps.map((color) => contrast(color, '#000000'))
    expect(toBlack).toEqual(toBlack.toSorted((a, b) => b - a))
  }
})

test('docs/design.md names the values that hold', () => {
  const page = readFileSync(new URL('../../../../docs/design.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\w+) \| `?([#\w.]+)`? \| `?([^|`]+)`? \|/gm)].map(([, ...cells]) => cells)
  const rem = (value: string) => value.replace('rem', '')
  const { h1, h2, h3, h4 } = HEADINGS
  const sizes = {
    ...TYPE.size,
    ...Object.fromEntries(Object.entries({ h1, h2, h3, h4 }).map(([name, { fontSize }]) => [name, fontSize])),
  }
  const steps = Object.keys(TYPE.size) as (keyof typeof TYPE.size)[]
  for (const [name, size] of Object.entries(sizes)) expect(rows).toContainEqual([name, rem(size), expect.stringMatching(/[a-z]/)])
  for (const step of steps)
    expect(rows).toContainEqual([step, rem(DENSITY.comfortable.spacing[step]), rem(DENSITY.compact.spacing[step])])
  for (const [name, , dark] of rows.filter(([, , value]) => value?.startsWith('#')))
    expect([name, dark]).toEqual([name, COLORS.dark[name as 'page']])
  for (const [name, light] of rows.filter(([, value]) => value?.startsWith('#')))
    expect([name, light]).toEqual([name, COLORS.light[name as 'page']])
  for (const value of [`${MOTION.fast} ms`, `${MOTION.base} ms`, `\`md\` (${rem(RADIUS.md)})`, `\`lg\` (${rem(RADIUS.lg)})`])
    expect(page.replaceAll('\n', ' ')).toContain(value)
})
