import { Select, type SelectProps } from '@mantine/core'
import { useBuildings } from './me.tsx'

type Props = Omit<SelectProps, 'data' | 'onChange' | 'value'> & {
  readonly value?: string | null
  readonly onChange: (locationId: string | null) => void
}

/** Chooses an active building. */
export const BuildingSelect = ({ onChange, ...rest }: Props) => {
  const data = useBuildings().map(({ locationId, locationName }) => ({ value: locationId, label: locationName }))
  return <Select data={data} searchable={data.length > 8} allowDeselect={false} onChange={onChange} {...rest} />
}
