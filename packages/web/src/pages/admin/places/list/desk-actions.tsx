import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, NumberInput } from '@mantine/core'
import { type Amenity, MAX_SCREENS } from '@rollcall/contract'
import { useState } from 'react'
import { AMENITY_CHOICES } from '../../../../components/amenities.ts'
import { SearchMultiSelect, SearchSelect } from '../../../../components/search-select.tsx'
import { BatchBar } from '../../shared/batch-bar.tsx'
import { BatchModal, type Chosen } from '../../shared/batch-modal.tsx'
import { type Item, idOf, nameOf } from '../kinds/kind.ts'
import { WORDS } from '../kinds/kind-words.ts'
import { DESK } from '../kinds/kinds.ts'

type What = 'active' | 'inactive' | 'zone' | 'amenities'

interface Props {
  readonly chosen: readonly Item[]
  readonly zones: readonly { readonly value: string; readonly label: string }[]
  readonly onClear: () => void
}

/** What an administrator does to several desks at once. */
export const DeskActions = ({ chosen, zones, onClear }: Props) => {
  const [open, setOpen] = useState<{ readonly what: What; readonly desks: readonly Chosen[] }>()
  const start = (what: What) => () =>
    setOpen({ what, desks: chosen.map((item) => ({ id: idOf(DESK, item), name: nameOf(DESK, item) })) })
  return (
    <>
      <BatchBar
        count={chosen.length}
        many={WORDS.desk.many}
        onClear={onClear}
        actions={[
          { label: t`Move to a zone`, onStart: start('zone') },
          { label: t`Set amenities`, onStart: start('amenities') },
          { label: t`Set inactive`, onStart: start('inactive') },
          { label: t`Set active`, onStart: start('active') },
        ]}
      />
      {open ? <ChangeDesks {...open} zones={zones} onDone={onClear} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

interface ChangeProps extends Pick<Props, 'zones'> {
  readonly what: What
  readonly desks: readonly Chosen[]
  readonly onDone: () => void
  readonly onClose: () => void
}

const ChangeDesks = ({ what, desks, zones, ...ends }: ChangeProps) => {
  const [zoneId, setZoneId] = useState<string | null>(null)
  const [amenities, setAmenities] = useState<Amenity[]>()
  const [screens, setScreens] = useState<number>()
  const count = desks.length
  const { many } = WORDS.desk
  const modal = { ...ends, operation: 'updatePlaces', many, chosen: desks, hasPreview: true, reads: DESK.lists } as const
  if (what === 'zone') {
    return (
      <BatchModal
        {...modal}
        title={t`Move ${plural(count, { one: '# desk', other: '# desks' })}`}
        changes={zoneId ? { zoneId } : undefined}
        confirmLabel={t`Move`}
      >
        <Trans>
          The desks move today and take their bookings of today and later along, unless the new zone is booked by capacity.
        </Trans>
        <SearchSelect label={t`Zone`} mt="sm" required data-autofocus data={[...zones]} value={zoneId} onChange={setZoneId} />
      </BatchModal>
    )
  }
  if (what === 'amenities') {
    const hasNone = amenities?.length === 0
    const given = { ...(amenities ? { amenities } : {}), ...(screens === undefined ? {} : { screens }) }
    return (
      <BatchModal
        {...modal}
        title={t`Set what ${plural(count, { one: '# desk', other: '# desks' })} have`}
        changes={amenities || screens !== undefined ? given : undefined}
        confirmLabel={t`Save`}
      >
        <Trans>Every desk has exactly this afterwards; a field that is left empty changes nothing.</Trans>
        <SearchMultiSelect
          searchable={false}
          label={t`Amenities`}
          mt="sm"
          data={AMENITY_CHOICES}
          placeholder={amenities ? undefined : t({ message: 'Unchanged', context: 'field' })}
          disabled={hasNone}
          value={amenities ?? []}
          onChange={(next) => setAmenities(next.length > 0 ? (next as Amenity[]) : undefined)}
        />
        <Checkbox
          label={t`No amenities`}
          mt="xs"
          checked={hasNone}
          onChange={({ currentTarget }) => setAmenities(currentTarget.checked ? [] : undefined)}
        />
        <NumberInput
          label={t`Screens`}
          mt="sm"
          min={0}
          max={MAX_SCREENS}
          allowDecimal={false}
          placeholder={t({ message: 'Unchanged', context: 'field' })}
          value={screens ?? ''}
          onChange={(next) => setScreens(typeof next === 'number' ? next : undefined)}
        />
      </BatchModal>
    )
  }
  return what === 'inactive' ? (
    <BatchModal
      {...modal}
      title={t`Set ${plural(count, { one: '# desk', other: '# desks' })} inactive?`}
      changes={{ status: 'inactive' }}
      confirmLabel={t`Set inactive`}
      isDangerous
    >
      <Trans>Their bookings after today are canceled. Plans and past bookings stay.</Trans>
    </BatchModal>
  ) : (
    <BatchModal
      {...modal}
      title={t`Set ${plural(count, { one: '# desk', other: '# desks' })} active again?`}
      changes={{ status: 'active' }}
      confirmLabel={t`Set active`}
    >
      <Trans>The desks can be used again. Bookings that were canceled when they became inactive do not come back.</Trans>
    </BatchModal>
  )
}
