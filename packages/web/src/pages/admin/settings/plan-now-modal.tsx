import { Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { notifyDone } from '../../../components/mutation-notice.ts'
import { showNumber } from '../../../components/number-format.ts'
import { FormModal } from '../shared/form-modal.tsx'

interface Props {
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly building: string | undefined
  readonly onClose: () => void
}

/** Plans and books for a building now instead of at night. */
export const PlanNowModal = ({ choices, building, onClose }: Props) => {
  const form = useForm({
    initialValues: { locationId: building ?? (choices.length === 1 ? (choices[0]?.value ?? '') : '') },
    validate: { locationId: (value) => (value ? null : 'Choose a building.') },
  })
  const save = async ({ locationId }: { locationId: string }) => {
    const { locationName, plans, bookings } = await call('runHorizon', { body: { locationId } })
    await invalidate('listHorizonRuns')
    notifyDone(`${locationName}: ${showNumber(plans)} day plans and ${showNumber(bookings)} bookings made.`)
  }
  const input = form.getInputProps('locationId')
  return (
    <FormModal title="Plan and book now?" form={form} save={save} submitLabel="Plan and book" onClose={onClose}>
      <Text size="sm">
        It does what the night does: use it after week plans, desks or zones have changed. What is planned and booked already
        stays, and doing it again changes nothing.
      </Text>
      <Select
        label="Building"
        required
        data={[...choices]}
        searchable
        allowDeselect={false}
        {...input}
        value={input.value || null}
        onChange={(value) => input.onChange(value ?? '')}
      />
    </FormModal>
  )
}
