import { plural, t } from '@lingui/core/macro'
import type { Amenity } from '@rollcall/contract'

const NAMES: Readonly<Record<Amenity, string>> = {
  standing: t`Standing desk`,
  window: t`At a window`,
  accessible: t`Accessible`,
  quiet: t`Quiet`,
  'docking-station': t`Docking station`,
}

/** The same within a list. */
const IN_LISTS: Readonly<Record<Amenity, string>> = {
  standing: t`standing desk`,
  window: t`at a window`,
  accessible: t`accessible`,
  quiet: t`quiet`,
  'docking-station': t`docking station`,
}

export const AMENITY_CHOICES = Object.entries(NAMES).map(([value, label]) => ({ value, label }))

interface Equipped {
  readonly amenities: readonly string[]
  readonly screens: number
}

/** What a desk has, in words; empty if it has nothing. */
export const amenitiesInWords = ({ amenities, screens }: Equipped): string =>
  [
    ...Object.entries(IN_LISTS).flatMap(([amenity, words]) => (amenities.includes(amenity) ? [words] : [])),
    ...(screens > 0 ? [plural(screens, { one: '# screen', other: '# screens' })] : []),
  ].join(', ')

const SCREENS = [
  { value: 'screens-1', label: t`A screen`, least: 1 },
  { value: 'screens-2', label: t`Two screens or more`, least: 2 },
] as const

/** The choice of desks that have nothing. */
export const NOTHING = 'nothing'

/** Returns whether a desk has all that is wanted, or has nothing where that is wanted. */
export const hasAll = ({ amenities, screens }: Equipped, wanted: readonly string[]): boolean =>
  wanted.every((each) => {
    if (each === NOTHING) return amenities.length === 0 && screens === 0
    const screen = SCREENS.find(({ value }) => value === each)
    return screen ? screens >= screen.least : amenities.includes(each)
  })

export const WANTED_CHOICES = [...AMENITY_CHOICES, ...SCREENS.map(({ value, label }) => ({ value, label }))]

/** For those who look for desks whose equipment has not been entered. */
export const WANTED_OR_NOTHING = [...WANTED_CHOICES, { value: NOTHING, label: t`Nothing entered` }]
