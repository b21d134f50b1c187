import { t } from '@lingui/core/macro'
import { NOTHING, WANTED_CHOICES, WANTED_OR_NOTHING } from './amenities.ts'
import { SearchMultiSelect } from './search-select.tsx'

interface Props {
  readonly wanted: readonly string[]
  readonly onChange: (wanted: string[]) => void
  /** Whether to offer desks that have nothing as well. */
  readonly canBeNothing?: boolean
}

/** Limits desks to those that have all of the chosen amenities. */
export const AmenityFilter = ({ wanted, onChange, canBeNothing = false }: Props) => (
  <SearchMultiSelect
    searchable={false}
    label={t`Desk has`}
    placeholder={wanted.length === 0 ? t`Anything` : ''}
    data={canBeNothing ? WANTED_OR_NOTHING : WANTED_CHOICES}
    value={[...wanted]}
    onChange={(chosen) => onChange(withoutContradiction(chosen))}
    maw={420}
    miw={220}
  />
)

/** Nothing and something cannot be wanted together: the last choice counts. */
const withoutContradiction = (chosen: string[]): string[] =>
  chosen.at(-1) === NOTHING ? [NOTHING] : chosen.filter((each) => each !== NOTHING)
