import { t } from '@lingui/core/macro'
import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { DayField, TimeField } from '../../../../components/fields.tsx'
import { SearchMultiSelect, SearchSelect } from '../../../../components/search-select.tsx'
import { TIME_ZONES } from '../../../../time/zoned-time.ts'
import { UserSelect } from '../../shared/user-select.tsx'
import { descriptionOf, type Field } from '../kinds/kind.ts'
import type { Values } from './form-values.ts'

interface Props {
  readonly field: Field
  /** Whether it is of a node that exists already. */
  readonly isChange: boolean
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly input: ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>
}

/** The control for one field. */
export const EntityField = ({ field, isChange, choices, input }: Props) => {
  const { label, type, required = false, minimum, maximum, maxLength } = field
  const description = descriptionOf(field, isChange)
  const shared = { label, description, required, ...input }
  if (type === 'flag') return <Checkbox label={label} description={description} {...input} />
  if (type === 'choice') return <SearchSelect {...shared} data={[...choices]} searchable={choices.length > 8} />
  if (type === 'choices') return <SearchMultiSelect searchable={false} {...shared} data={[...choices]} />
  if (type === 'timeZone')
    return <SearchSelect {...shared} data={TIME_ZONES} limit={100} nothingFoundMessage={t`No such time zone`} />
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
