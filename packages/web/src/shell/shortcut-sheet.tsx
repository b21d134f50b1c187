import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Kbd, Modal, Stack, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../api/session.ts'
import { sectionsOf } from './navigation.ts'
import type { OverlayProps } from './overlay.ts'
import { MODIFIER } from './palette-button.tsx'
import { SingleKeysSwitch } from './single-keys-switch.tsx'

/** All shortcuts, and a switch for those of a single key. */
export const ShortcutSheet = ({ onClose }: OverlayProps) => {
  const session = useSession()
  const links = sectionsOf(session).flatMap((section) => section.links.filter(({ key }) => key !== undefined))
  return (
    <Modal opened onClose={onClose} title={t`Keyboard shortcuts`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack>
        <Table verticalSpacing={4}>
          <Table.Tbody>
            <Shortcut keys={[MODIFIER, 'K']}>
              <Trans>Search people, places, pages and actions</Trans>
            </Shortcut>
            <Shortcut keys={['/']}>
              <Trans>The same</Trans>
            </Shortcut>
            <Shortcut keys={['?']}>
              <Trans>This list</Trans>
            </Shortcut>
            {links.map(({ label, to, key = '' }) => (
              <Shortcut key={to} keys={['g', key]}>
                {label}
              </Shortcut>
            ))}
          </Table.Tbody>
        </Table>
        <SingleKeysSwitch />
      </Stack>
    </Modal>
  )
}

const Shortcut = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => (
  <Table.Tr>
    <Table.Th fw={400}>{children}</Table.Th>
    <Table.Td>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </Table.Td>
  </Table.Tr>
)
