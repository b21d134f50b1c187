import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AnchorLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { Trail } from '../../../components/trail.tsx'
import { EntityModal } from './form/entity-modal.tsx'
import { StatusModal } from './form/status-modal.tsx'
import { type Item, type Kind, nameOf } from './kinds/kind.ts'
import { WORDS } from './kinds/kind-words.ts'

interface Props {
  readonly kind: Kind
  readonly item: Item
  readonly canChange: boolean
  /** Links to its ancestors, below the list of buildings. */
  readonly above: readonly ReactNode[]
  /** Links to other pages about it. */
  readonly links?: ReactNode
}

/** The path, name and actions of a node. */
export const NodeHeader = ({ kind, item, canChange, above, links }: Props) => {
  const [open, setOpen] = useState<'edit' | 'status'>()
  const isActive = item.status === 'active'
  const { page } = WORDS[kind.name]
  return (
    <>
      <Trail
        above={[
          <AnchorLink key="places" to="/admin/places" inherit>
            <Trans>Places</Trans>
          </AnchorLink>,
          ...above,
        ]}
        here={nameOf(kind, item)}
      />
      <PageHeader
        title={nameOf(kind, item)}
        {...(isActive || !page ? {} : { description: page.isInactive })}
        actions={
          <Group gap="xs">
            {links}
            {canChange ? (
              <>
                <Button variant="default" onClick={() => setOpen('edit')}>
                  {page?.edit}
                </Button>
                <Button variant="default" onClick={() => setOpen('status')}>
                  {isActive ? t`Set inactive` : t`Set active`}
                </Button>
              </>
            ) : null}
          </Group>
        }
      />
      {open === 'edit' ? <EntityModal kind={kind} item={item} onClose={() => setOpen(undefined)} /> : null}
      {open === 'status' ? <StatusModal kind={kind} item={item} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
