import { t } from '@lingui/core/macro'
import { Box, Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ADMINISTRATORS } from '@rollcall/contract'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'

interface Props {
  /** What is chosen, in words. */
  readonly chosen: string
  readonly mb: 'xs' | 'md'
  readonly children: ReactNode
}

/**
 * The fields that narrow the figures of a page. On a phone they are one line that opens, so that the first figure is in sight. Those who
 * may not see the figures only read that.
 */
export const FoldedFields = ({ chosen, mb, children }: Props) => {
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const mayRead = hasRole(useSession(), ADMINISTRATORS)
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  if (!mayRead) return null
  return (
    <Box component="search" aria-label={t`Scope`} mb={mb}>
      {isPhone ? (
        <Button
          variant="default"
          fullWidth
          h="auto"
          mih={36}
          py={6}
          justify="space-between"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          mb="xs"
          aria-expanded={isOpen}
          rightSection={<Icon size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {chosen}
        </Button>
      ) : null}
      {isPhone && !isOpen ? null : (
        <Group gap="sm" align="flex-start" wrap="wrap">
          {children}
        </Group>
      )}
    </Box>
  )
}
