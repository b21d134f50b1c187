import { t } from '@lingui/core/macro'
import type { SelectProps } from '@mantine/core'
import type { Ref } from 'react'
import { SearchSelect } from '../components/search-select.tsx'
import { useBuildings } from './me.tsx'

type Props = Omit<SelectProps, 'data' | 'onChange' | 'value'> & {
  readonly value?: string | null
  readonly ref?: Ref<HTMLInputElement>
  readonly onChange: (locationId: string | null) => void
  /** Whether all of them together can be chosen. */
  readonly withAll?: boolean
}

/** The choice of all buildings. */
export const ALL_BUILDINGS = 'all'

/** Chooses an active building. */
export const BuildingSelect = ({ onChange, withAll = false, ...rest }: Props) => {
  const buildings = useBuildings().map(({ locationId, locationName }) => ({ value: locationId, label: locationName }))
  const data = withAll ? [{ value: ALL_BUILDINGS, label: t`All buildings` }, ...buildings] : buildings
  return <SearchSelect data={data} searchable={data.length > 8} onChange={onChange} {...rest} />
}
