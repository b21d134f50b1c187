import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { type Mapping, MappingModal, RemoveMappingModal } from './mapping-modal.tsx'

const yesOrNo = (is: boolean): string => (is ? t`Yes` : t`No`)

const COLUMNS: readonly ListColumn<Mapping>[] = [
  { key: 'attribute', name: t`Attribute`, value: ({ attribute }) => attribute },
  { key: 'groupType', name: t`Makes groups of the kind`, value: ({ groupType }) => groupType },
  { key: 'isPrimaryGroup', name: t`Primary group`, value: ({ isPrimaryGroup }) => yesOrNo(isPrimaryGroup) },
  { key: 'isPrimaryLocation', name: t`Primary building`, value: ({ isPrimaryLocation }) => yesOrNo(isPrimaryLocation) },
]

type Open = { readonly what: 'new' } | { readonly what: 'edit' | 'remove'; readonly mapping: Mapping }

/** The meanings of user attributes. */
export const AttributeMappings = () => {
  const canChange = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  const [open, setOpen] = useState<Open>()
  const mappings = useQuery(apiQuery('listAttributeMappings'))
  const close = () => setOpen(undefined)
  const actions: ListColumn<Mapping> = {
    key: 'change',
    name: t`Change`,
    value: () => null,
    isAction: true,
    render: (mapping) => (
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t`Edit ${mapping.attribute}`}
          onClick={() => setOpen({ what: 'edit', mapping })}
        >
          <Trans>Edit</Trans>
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t`Remove ${mapping.attribute}`}
          onClick={() => setOpen({ what: 'remove', mapping })}
        >
          <Trans>Remove</Trans>
        </Button>
      </Group>
    ),
  }
  return (
    <>
      <Group justify="space-between" mb="xs" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px" maw={720}>
          <Trans>
            The HR system sends attributes of users. Attributes with a meaning create groups, or set the primary group or the
            primary building; all others are only stored.
          </Trans>
        </Text>
        {canChange ? (
          <Button onClick={() => setOpen({ what: 'new' })}>
            <Trans>Give an attribute a meaning</Trans>
          </Button>
        ) : null}
      </Group>
      <QueryState query={mappings} height={200}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t`No attribute has a meaning`} height={160}>
              <Trans>Users keep the groups and buildings from administrators and imports.</Trans>
            </EmptyState>
          ) : (
            <FactTable
              id="attributes"
              label={t`User attributes`}
              columns={canChange ? [...COLUMNS, actions] : COLUMNS}
              rows={items}
              rowKey={({ attribute }) => attribute}
              minWidth={640}
            />
          )
        }
      </QueryState>
      {open?.what === 'new' ? <MappingModal onClose={close} /> : null}
      {open?.what === 'edit' ? <MappingModal mapping={open.mapping} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemoveMappingModal mapping={open.mapping} onClose={close} /> : null}
    </>
  )
}
