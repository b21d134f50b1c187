import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { ADMINISTRATOR_ROLES, type AdministratorRole, type SavedView, type ViewPage } from '@rollcall/contract'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, newId } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyDone } from '../../components/notices.tsx'
import { ErrorState } from '../../components/states.tsx'
import { FormDialog, Unsaved } from '../../components/unsaved.tsx'
import { canonical } from './saved-views.ts'

interface Props {
  readonly page: ViewPage
  /** What the page shows. */
  readonly search: string
  /** The view to change; absent for a new one. */
  readonly view?: SavedView
  readonly onClose: () => void
}

const NAMES: Readonly<Record<AdministratorRole, string>> = {
  'analytics-administrator': t`Analytics administrators`,
  'bookings-administrator': t`Bookings administrators`,
  'workplace-administrator': t`Workplace administrators`,
  'global-administrator': t`Global administrators`,
}
const ROLES = ADMINISTRATOR_ROLES.map((role) => ({ value: role, label: NAMES[role] }))

/** Names a view and says who sees it. */
export const ViewForm = ({ page, search, view, onClose }: Props) => {
  const [name, setName] = useState(view?.name ?? '')
  const [sharedWith, share] = useState<AdministratorRole[]>(view?.sharedWith ?? [])
  const [isReplaced, replace] = useState(false)
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [isTried, setTried] = useState(false)
  const isNamed = name.trim() !== ''
  const isOther = view !== undefined && canonical(view.search) !== search
  const [viewId] = useState(newId)
  // What was saved, even where making it the default was refused: the next try changes that.
  const [stored, setStored] = useState(view)
  const saving = useAction({
    mutationFn: async () => {
      const given = { name: name.trim(), sharedWith }
      const saved = stored
        ? await call('updateView', {
            params: { viewId: stored.viewId },
            body: { ...given, ...(isReplaced ? { search } : {}) },
            ifMatch: `"${stored.version}"`,
          })
        : await call('createView', { body: { ...given, ...(viewId ? { viewId } : {}), page, search } })
      setStored(saved)
      const params = { viewId: saved.viewId }
      if (isDefault !== saved.isDefault) await call(isDefault ? 'setDefaultView' : 'clearDefaultView', { params })
    },
    onSuccess: () => {
      notifyDone(view ? t`${name.trim()} is changed.` : t`${name.trim()} is saved.`)
      onClose()
    },
    onSettled: () => invalidate('listViews'),
  })
  const isTaken = saving.error instanceof ApiError && saving.error.code === 'name_taken'
  const isDirty = name !== (view?.name ?? '') || isReplaced || sharedWith.join() !== (view?.sharedWith ?? []).join()
  const submit = () => {
    setTried(true)
    if (isNamed) saving.mutate()
  }
  return (
    <FormDialog opened onClose={onClose} title={view ? t`Change ${view.name}` : t`Save this view`} size="md">
      <Unsaved isDirty={isDirty && !saving.isPending} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          {saving.error && !isTaken ? <ErrorState error={saving.error} /> : null}
          <TextInput
            label={t`Name`}
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={isTried && !isNamed ? t`Give a name.` : isTaken ? t`You have a view of this page with this name.` : undefined}
          />
          <Checkbox.Group
            label={t`Share with`}
            description={t`Without a role, only you see it. Everyone sees only what their own roles allow.`}
            value={sharedWith}
            onChange={(roles) => share(roles as AdministratorRole[])}
          >
            <Stack gap="xs" mt="xs">
              {ROLES.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox
            label={t`Open the page with this view`}
            checked={isDefault}
            onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
          />
          {isOther ? (
            <Checkbox
              label={t`Replace it with what the page shows now`}
              checked={isReplaced}
              onChange={({ currentTarget }) => replace(currentTarget.checked)}
            />
          ) : null}
          <Text size="sm" c="dimmed">
            {search.includes('period=')
              ? t`A named period, such as the last 4 weeks, moves with the calendar.`
              : t`Days that were chosen in the calendar stay as they are.`}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={saving.isPending}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  )
}
