import { NumberInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { readersZone } from '../shared/moment.ts'

/** What a form gives a field. */
interface Input {
  readonly value?: string | number
  readonly error?: ReactNode
}

/** When a key ends by itself. */
export const ExpiryField = ({ input }: { input: Input }) => (
  <TextInput type="datetime-local" label="Ends by itself" description={`In ${readersZone()}. Empty: never.`} {...input} />
)

/** How often a key may call. */
export const LimitField = ({ input }: { input: Input }) => (
  <NumberInput
    label="Requests per minute"
    description="Empty: as many as it likes."
    min={1}
    max={1_000_000}
    allowDecimal={false}
    clampBehavior="none"
    thousandSeparator=" "
    {...input}
  />
)

/** As the service takes it: null for none. */
export const limitOf = (typed: string | number): number | null => (typed === '' ? null : Number(typed))
