import { t } from '@lingui/core/macro'
import { Autocomplete, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Group } from '@rollcall/contract'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { clearButton } from '../../../components/clear-button.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { byLabel, SearchSelect } from '../../../components/search-select.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { changed, filled } from '../shared/form-values.ts'
import { ConfirmModal, FormModal } from '../shared/modals.tsx'
import { withDescendants } from './group-tree.ts'

interface Props {
  readonly groups: readonly Group[]
  /** The item to change; absent for a new one. */
  readonly group?: Group
  /** The parent of a new group. */
  readonly parentGroupId?: string
  readonly onClose: () => void
}

/** Makes a group, or changes its name, kind and place in the tree. */
export const GroupModal = ({ groups, group, parentGroupId, onClose }: Props) => {
  const before = useAtOpening({
    groupName: group?.groupName ?? '',
    groupType: group?.groupType ?? '',
    parentGroupId: group?.parentGroupId ?? parentGroupId ?? '',
  })
  const form = useForm({
    initialValues: before,
    validate: {
      groupName: (value) => (value.trim() ? null : t`Give a name.`),
      groupType: (value) => (value.trim() ? null : t`Say what kind of group it is.`),
    },
  })
  const save = async (values: typeof before) => {
    if (group) {
      const { parentGroupId: parent, ...names } = changed(values, before)
      const body = { ...(names as Record<string, string>), ...(parent === undefined ? {} : { parentGroupId: parent }) }
      if (Object.keys(body).length > 0) await call('updateGroup', { params: { groupId: group.groupId }, body })
    } else {
      const { groupName = '', groupType = '', ...rest } = filled(values)
      await call('createGroup', { body: { groupName, groupType, ...rest } })
    }
    await invalidate('listGroups', 'getGroup', 'listUserGroups')
    const newName = values.groupName.trim()
    notifyDone(group ? t`${newName} is changed.` : t`${newName} is added.`)
  }
  // A group cannot be its own parent.
  const below = group ? withDescendants(groups, group.groupId) : new Set<string>()
  const parents = groups.filter(
    ({ groupId, status }) => !below.has(groupId) && (status === 'active' || groupId === before.parentGroupId),
  )
  const parent = form.getInputProps('parentGroupId')
  const oldName = group?.groupName
  return (
    <FormModal
      title={oldName ? t`Change ${oldName}` : t`Add a group`}
      form={form}
      draft={`group ${group?.groupId ?? `new ${parentGroupId ?? ''}`}`}
      save={save}
      submitLabel={group ? t`Save` : t`Add the group`}
      fieldOfCode={{ name_taken: 'groupName' }}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={t`Unique among the groups of its kind.`}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('groupName')}
      />
      <Autocomplete
        label={t`Kind`}
        description={t`For example department or team.`}
        required
        maxLength={100}
        filter={byLabel}
        data={[...new Set(groups.map(({ groupType }) => groupType))].sort()}
        {...form.getInputProps('groupType')}
      />
      <SearchSelect
        label={t`Parent group`}
        description={t`Where this group has no zones in a building, the zones of its parents apply.`}
        data={parents.map(({ groupId, groupName, groupType }) => ({ value: groupId, label: `${groupName} (${groupType})` }))}
        clearable
        clearButtonProps={clearButton(t`Below no group`)}
        limit={100}
        nothingFoundMessage={t`No such group`}
        {...parent}
        value={parent.value || null}
        onChange={(value) => parent.onChange(value ?? '')}
      />
    </FormModal>
  )
}

/** Asks before a group is set inactive or active again. */
export const GroupStatusModal = ({ group, onClose }: { group: Group; onClose: () => void }) => {
  const { groupId, groupName, status, origin } = useAtOpening(group)
  const isActive = status === 'active'
  const confirm = async () => {
    await call('updateGroup', { params: { groupId }, body: { status: isActive ? 'inactive' : 'active' } })
    await invalidate('listGroups', 'getGroup', 'listUserGroups')
    notifyDone(isActive ? t`${groupName} is inactive.` : t`${groupName} is active again.`)
  }
  return (
    <ConfirmModal
      title={isActive ? t`Set ${groupName} inactive?` : t`Set ${groupName} active again?`}
      confirmLabel={isActive ? t`Set inactive` : t`Set active`}
      isDangerous={isActive}
      confirm={confirm}
      onClose={onClose}
    >
      {isActive
        ? t`It is no longer offered where groups are chosen. Its members, zones and the groups below it stay as they are.`
        : t`It is offered again where groups are chosen, with the members and zones that it has.`}{' '}
      {isActive && origin === 'attribute'
        ? t`It comes from user attributes: it can be set inactive while it has no members, and is active again as soon as an attribute names it.`
        : null}
    </ConfirmModal>
  )
}
