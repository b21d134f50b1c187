import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { apiQuery } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { shortDay } from '../../../time/days.ts'
import type { UserDay } from '../../../workplace/plans.ts'
import { bookedPlace } from '../../../workplace/plans.ts'
import { FormModal } from '../shared/modals.tsx'
import { UserSelect } from '../shared/user-select.tsx'
import { type Person, readAgain } from './change-day.ts'

interface Props {
  readonly person: Person
  readonly day: UserDay
  readonly onClose: () => void
}

/** Swaps the desks of two people on a day, in one step. */
export const SwapModal = ({ person, day, onClose }: Props) => {
  const name = personName(person)
  const date = shortDay(day.day)
  const [otherUserId, setOther] = useState('')
  const range = { startDate: day.day, endDate: day.day }
  const theirs = useQuery({
    ...apiQuery('listUserDays', { params: { userId: otherUserId }, query: range }),
    enabled: otherUserId !== '',
  })
  const booking = theirs.data?.items[0]?.booking
  const placeId = booking?.placeId
  const building = booking?.locationName
  const ownPlace = bookedPlace(day.booking)
  const theirPlace = bookedPlace(booking ?? null)
  const form = useForm({
    initialValues: { otherUserId: '' },
    validate: {
      otherUserId: (value) => {
        if (!value) return t`Choose the other person.`
        if (value === person.userId) return t`Choose another person.`
        return placeId ? null : t`This person has no desk on this day.`
      },
    },
  })
  const save = async () => {
    await call('swapDesks', {
      body: {
        ...{ day: day.day, userId: person.userId, placeId: day.booking?.placeId ?? '' },
        ...{ otherUserId, otherPlaceId: placeId ?? '' },
      },
    })
    await readAgain()
    notifyDone(t`${name} has ${theirPlace} on ${date}.`)
  }
  return (
    <FormModal
      title={t`Swap the desk of ${name}, ${date}`}
      form={form}
      save={save}
      submitLabel={t`Swap the desks`}
      onClose={onClose}
    >
      <Text size="sm">
        <Trans>
          {name} has {ownPlace}. Both get the desk of the other, or nothing changes.
        </Trans>
      </Text>
      <UserSelect
        label={t`Other person`}
        clearable={false}
        required
        {...form.getInputProps('otherUserId')}
        onChange={(chosen) => {
          form.setFieldValue('otherUserId', chosen ?? '')
          setOther(chosen ?? '')
        }}
      />
      <Text size="sm" aria-live="polite">
        {otherUserId && theirs.data
          ? building
            ? t`They have ${theirPlace}, ${building}.`
            : t`They have no booking on this day.`
          : ''}
      </Text>
    </FormModal>
  )
}
