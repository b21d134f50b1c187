import type { DeskFigures, HourFigures, PlaceFigures, PlaceHourFigures } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, firstOfMonth, mondayOf } from '../../src/time/days.ts'
import { answerOf } from '../support/answers.ts'
import { expectAccessible, expectNoErrors, goWithin, startBrowser, type TestBrowser } from '../support/browser.ts'
import { openDemo } from '../support/demo.ts'
import { amount, csvRows, ENGLISH, figure, frame, scopeOf, settled, share, tableRows, whole } from './support.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await startBrowser({ isReadOnly: true })
})
afterAll(() => browser?.[Symbol.asyncDispose]())

const open = async (path: string) => {
  const page = await browser.open(path, 'workplace-administrator', ENGLISH)
  await settled(page)
  return page
}

describe('the page of desks and spaces', () => {
  it('shows use level by level and zone by zone, as the API has it', async () => {
    const page = await open('/analytics/desks')
    const { totals, levels, zones } = await answerOf<DeskFigures>(page, '/api/analytics/desks', scopeOf(page))
    const tile = await page.getByRole('listitem', { name: 'Desk utilization' }).innerText()
    expect(tile).toContain(share(totals.utilization as number))
    const [usedDays, measuredDays] = [totals.usedDeskDays, totals.measuredDeskDays].map((days) => whole(days as number))
    expect(tile).toContain(`${usedDays} of ${measuredDays} desk days with presence reported`)
    const expected = levels.flatMap((level) => [
      { name: `${level.locationName} · ${level.levelName}`, ...level },
      ...zones.filter(({ levelId }) => levelId === level.levelId).map((zone) => ({ name: zone.zoneName, ...zone })),
    ])
    const rows = await tableRows(frame(page, 'Utilization by level and zone').getByRole('table'))
    expect(levels.some(({ hidden }) => hidden)).toBe(true)
    const cause = (isCause: boolean) =>
      isCause ? 'Withheld: fewer than 5 people had a plan or presence in this period' : undefined
    const read = rows.map(([name, , desks, , , days, used, measured, utilization]) => [
      ...[...(name as string).split(/\n+/), undefined].slice(0, 2),
      ...[desks, used, days, measured, utilization?.trim()],
    ])
    expect(read).toEqual(
      expected.map(({ name, desks, usedDeskDays, deskDays, measuredDeskDays, utilization, hidden, ...of }) => [
        name,
        cause(hidden && !('zoneId' in of)),
        figure(desks),
        usedDeskDays === null ? '–' : figure(usedDeskDays),
        deskDays === null ? '–' : figure(deskDays),
        measuredDeskDays === null ? '–' : figure(measuredDeskDays),
        utilization === null ? '–' : share(utilization),
      ]),
    )
    const [, ...file] = await csvRows(page, 'Utilization by level and zone')
    expect(file.map((cells) => (cells.at(-1) === '' ? null : Number(cells.at(-1))))).toEqual(
      expected.map(({ utilization }) => utilization),
    )
    expectNoErrors(page)
  })

  it('shows the hours of the week, and keeps in its address what is shown of them', async () => {
    const page = await open('/analytics/desks')
    const chart = frame(page, 'Hours of the week')
    await chart.getByLabel('What is shown by hour').selectOption('Spaces occupied on average')
    await page.waitForURL((url) => url.searchParams.get('measure') === 'averageSpacesOccupied')
    await page.reload()
    await settled(page)
    await chart.getByRole('img', { name: /Spaces occupied on average/ }).waitFor()
    const { hours } = await answerOf<HourFigures>(page, '/api/analytics/hours', scopeOf(page))
    await chart.getByRole('button', { name: 'Show as table' }).click()
    expect((await tableRows(chart.getByRole('table'))).map(([, ...cells]) => cells)).toEqual(
      hours.map(({ hour, averagePeople, peakPeople, averageSpacesOccupied }) => [
        `${String(hour).padStart(2, '0')}:00`,
        averagePeople === null ? '–' : amount(averagePeople),
        peakPeople === null ? '–' : String(peakPeople),
        amount(averageSpacesOccupied as number),
      ]),
    )
    expectNoErrors(page)
  })

  it('lists the desks that hardly anyone uses and those that are always full, and says what it means that there are none', async () => {
    // On a single workday each desk is one or the other, whichever weeks the company has.
    const { firstDay } = await openDemo()
    const day = addDays(mondayOf(addDays(firstDay, 21)), 2)
    const page = await open(`/analytics/desks?from=${day}&to=${day}`)
    const figures = await answerOf<DeskFigures>(page, '/api/analytics/desks', scopeOf(page))
    for (const [title, { count, items }, used] of [
      ['Hardly used', figures.hardlyUsed, ['0', '1', share(0)]],
      ['Always full', figures.alwaysFull, []],
    ] as const) {
      expect(items.length).toBeGreaterThan(0)
      const found = frame(page, title)
      expect(await found.innerText()).toContain(count === 1 ? '1 desk.' : `${count} desks.`)
      expect(await tableRows(found.getByRole('table'))).toEqual(
        items.map(({ placeName, zoneName, levelName, locationName }) => [placeName, zoneName, levelName, locationName, ...used]),
      )
    }
    const hardly = frame(page, 'Hardly used')
    expect(await hardly.innerText()).toMatch(
      new RegExp(`on at most 25% .* ${figures.neverUsed.count} of them (was|were) never used\\.`),
    )

    // Over the weeks desks differ; they can be sorted, and lead to the map of their level.
    await goWithin(page, '/analytics/desks')
    await settled(page)
    const ofWeeks = await answerOf<DeskFigures>(page, '/api/analytics/desks', scopeOf(page))
    const rows = await tableRows(hardly.getByRole('table'))
    expect(rows.map(([name, , , , ...use]) => [name, ...use])).toEqual(
      ofWeeks.hardlyUsed.items.map(({ placeName, usedDays, measuredWorkdays, utilization }) => [
        ...[placeName, String(usedDays), String(measuredWorkdays), share(utilization)],
      ]),
    )
    const most = Math.max(...ofWeeks.hardlyUsed.items.map(({ usedDays }) => usedDays))
    const heading = hardly.getByRole('button', { name: 'Used days', exact: true })
    await heading.click()
    await heading.click()
    await expect.poll(async () => (await tableRows(hardly.getByRole('table')))[0]?.[4]).toBe(String(most))
    const [, ...file] = await csvRows(page, 'Hardly used desks')
    expect(file.map(([, , , , used]) => Number(used))).toEqual(
      ofWeeks.hardlyUsed.items.map(({ usedDays }) => usedDays).sort((one, other) => other - one),
    )
    await hardly.getByRole('link').first().click()
    await page.waitForURL(({ hash, searchParams }) => hash === '#each-desk' && searchParams.has('level'))

    const before = addDays(firstDay, -7)
    await goWithin(page, `/analytics/desks?from=${before}&to=${before}`)
    await hardly.getByText('so it is not known which desks were used').waitFor()
    expectNoErrors(page)
  })

  it('colors the floor map of a chosen level by use', async () => {
    const page = await open('/analytics/desks')
    const { levels, zones } = await answerOf<DeskFigures>(page, '/api/analytics/desks', scopeOf(page))
    const level = levels.at(-1) as DeskFigures['levels'][number]
    const { locationId, levelId } = level
    await page.getByLabel('Building of the floor map').selectOption(locationId)
    await page.waitForURL((url) => url.searchParams.get('building') === locationId)
    await page.getByLabel('Level of the floor map').selectOption(levelId)
    await page.waitForURL((url) => url.searchParams.get('level') === levelId || levels.length === 1)
    await settled(page)
    const { from, to } = scopeOf(page) as { from: string; to: string }
    const asked = { from, to, locationId, levelId }
    const { places, publishedThrough } = await answerOf<PlaceFigures>(page, '/api/analytics/places', asked)
    expect(places.length).toBeGreaterThan(0)
    const neighborhoods = new Set(zones.flatMap(({ kind, zoneId }) => (kind === 'neighborhood' ? [zoneId] : [])))
    const shownPlaces = places.filter(({ hidden }) => !hidden)
    for (const { placeId, placeName, zoneId, usedDays, measuredWorkdays, utilization } of shownPlaces) {
      // Where seats of the zone are booked, a desk without use of its own may have been used all the same.
      const isOfZone = neighborhoods.has(zoneId) && usedDays === 0
      const used = isOfZone
        ? 'not known: seats of its zone are booked'
        : `used on ${usedDays} of ${measuredWorkdays} workdays, ${share(utilization as number)}`
      await page.locator(`[aria-label^="Desk ${placeName},"][aria-label*="${used}"]`).first().waitFor({ state: 'attached' })
      const percent = page.locator(`[data-desk="${placeId}"]`).getByText(`${Math.round((utilization as number) * 100)}%`)
      expect(await percent.count(), placeName).toBe(isOfZone ? 0 : 1)
    }
    const [, ...file] = await csvRows(page, `Use of each desk: ${level.locationName} ${level.levelName}`)
    expect(file.map(([name, , , , used]) => [name, used])).toEqual(
      places.map(({ placeName, usedDays }) => [placeName, usedDays === null ? '' : String(usedDays)]),
    )

    // Day by day, each desk is in use as often as in the whole period.
    await page.getByText('Day by day').click()
    const slider = page.getByRole('slider', { name: 'Day of the floor map' })
    await slider.focus()
    const counted = new Map<string, number>()
    const desk = page.locator('[data-desk]')
    // It has a single step until the days have come.
    await expect.poll(() => slider.getAttribute('max')).not.toBe('0')
    const dayCount = Number(await slider.getAttribute('max')) + 1
    await page.keyboard.press('Home')
    for (let index = 0; index < dayCount; index += 1) {
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/: (\d+ of \d+ desks in use|no figures)$/)
      const words = (await slider.getAttribute('aria-valuetext')) as string
      // Desks are drawn once the frame of the map is measured.
      await desk.first().waitFor({ state: 'attached' })
      const labels = await desk.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
      const used = labels.filter((each) => each.endsWith(', in use')).map((each) => each.split(',')[0] as string)
      expect(words.includes('no figures') ? 0 : Number(/: (\d+) of/.exec(words)?.[1])).toBe(used.length)
      for (const name of used) counted.set(name, (counted.get(name) ?? 0) + 1)
      await page.keyboard.press('ArrowRight')
      if (index + 1 < dayCount) await expect.poll(() => slider.inputValue()).toBe(String(index + 1))
    }
    const shown = places.filter(({ hidden, usedDays }) => !hidden && usedDays)
    expect(Object.fromEntries(counted)).toEqual(
      Object.fromEntries(shown.map((each) => [`Desk ${each.placeName}`, each.usedDays])),
    )
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(() => slider.inputValue()).not.toBe(String(dayCount - 1))
    await page.getByRole('button', { name: 'Pause' }).click()

    // Hour by hour, on average over a whole month, and on one day for analysts.
    await page.getByText('Hour by hour').click()
    const published = publishedThrough.find((each) => each.locationId === locationId)?.publishedThrough as string
    const lastDay = addDays(firstOfMonth(addDays(published < to ? published : to, 1)), -1)
    const month = { from: firstOfMonth(lastDay), to: lastDay, locationId, levelId }
    const byHour = await answerOf<PlaceHourFigures>(page, '/api/analytics/place-hours', month)
    if (byHour.places.every(({ hidden }) => hidden)) {
      // At the end of a long month the company has too few days of the month before.
      await page.getByText('No hours that may be shown').waitFor()
    } else {
      const hour = page.getByRole('slider', { name: 'Hour of the floor map' })
      await expect.poll(() => hour.getAttribute('aria-valuetext')).toMatch(/^10:00 to 10:59: .* desks in use on average$/)
      await hour.focus()
      await page.keyboard.press('ArrowRight')
      for (const { placeName, usedDaysByHour, measuredWorkdays } of byHour.places.filter((each) => each.usedDaysByHour)) {
        const words = `in use in this hour on ${usedDaysByHour?.[11]} of ${measuredWorkdays} workdays`
        await page.locator(`[aria-label^="Desk ${placeName},"][aria-label*="${words}"]`).first().waitFor({ state: 'attached' })
      }
    }
    expect(await page.getByLabel('Day of the hours').count(), 'hours of one day are for analysts').toBe(0)
    await expectAccessible(page)
    const { pathname, search } = new URL(page.url())
    const analyst = await browser.open(pathname + search, 'analytics-administrator', ENGLISH)
    await analyst.getByText('Hour by hour').click()
    await analyst.getByLabel('Day of the hours').selectOption({ index: 1 })
    const ofDay = analyst.getByRole('slider', { name: 'Hour of the floor map' })
    await expect
      .poll(() => ofDay.getAttribute('aria-valuetext'))
      .toMatch(/^10:00 to 10:59: (\d+ of \d+ desks in use|no figures)$/)
    expectNoErrors(analyst)
    expectNoErrors(page)
  })
})
