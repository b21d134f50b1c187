import { t } from '@lingui/core/macro'
import { MultiSelect } from '@mantine/core'
import { WANTED_CHOICES } from './amenities.ts'

interface Props {
  readonly wanted: readonly string[]
  readonly onChange: (wanted: string[]) => void
}

/** Limits desks to those that have all of the chosen amenities. */
export const AmenityFilter = ({ wanted, onChange }: Props) => (
  <MultiSelect
    label={t`Desk has`}
    placeholder={wanted.length === 0 ? t`Anything` : ''}
    data={WANTED_CHOICES}
    value={[...wanted]}
    onChange={onChange}
    maw={420}
    miw={220}
  />
)
