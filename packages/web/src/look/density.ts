import { useLocalStorage } from '@mantine/hooks'
import { DENSITY, type Density } from './tokens.ts'

const isDensity = (value: unknown): value is Density => typeof value === 'string' && Object.hasOwn(DENSITY, value)

/** How close together things are, as chosen in this browser; like its colors, it belongs to the screen and not to the account. */
export const useDensity = () =>
  useLocalStorage<Density>({
    key: 'rollcall.density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    deserialize: (value) => (isDensity(value) ? value : 'comfortable'),
    serialize: (value) => value,
  })
