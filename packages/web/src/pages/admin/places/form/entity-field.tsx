import { t } from '@lingui/core/macro'
import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { DayField, TimeField } from '../../../../components/fields.tsx'
import { UserSelect } from '../../shared/user-select.tsx'
import type { Field } from '../kinds/kind.ts'
import type { Values } from './form-values.ts'

interface Props {
  readonly field: Field
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly input: ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>
}

const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The control for one field. */
export const EntityField = ({ field, choices, input }: Props) => {
  const { label, description, type, required = false, minimum, maximum, maxLength } = field
  const shared = { label, description, required, ...input }
  if (type === 'flag') return <Checkbox label={label} description={description} {...input} />
  if (type === 'choice') return <Select {...shared} data={[...choices]} allowDeselect={false} searchable={choices.length > 8} />
  if (type === 'choices') return <MultiSelect {...shared} data={[...choices]} />
  if (type === 'timeZone')
    return <Select {...shared} data={TIME_ZONES} searchable limit={100} nothingFoundMessage={t`No such time zone`} />
  if (type === 'user') return <UserSelect {...shared} />
  if (type === 'date') return <DayField {...shared} clearable={!required} />
  if (type === 'time') return <TimeField {...shared} />
  if (type === 'text') return <TextInput {...shared} {...(maxLength === undefined ? {} : { maxLength })} />
  return (
    <NumberInput
      {...shared}
      allowDecimal={type === 'number'}
      clampBehavior="none"
      {...(minimum === undefined ? {} : { min: minimum })}
      {...(maximum === undefined ? {} : { max: maximum })}
    />
  )
}
