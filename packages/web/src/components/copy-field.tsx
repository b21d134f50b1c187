import { t } from '@lingui/core/macro'
import { Button, CopyButton, Group, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/**
 * A value to copy. Users can select it by hand if the browser does not let pages copy. Several lines show all of a long one, and an
 * input of one line would cut off the underscores of some fonts, as it is no higher than the letters.
 */
export const CopyField = ({ label, value }: { label: string; value: string }) => (
  <Group align="flex-end" gap="xs" wrap="nowrap">
    <Textarea
      label={label}
      value={value}
      readOnly
      autosize
      spellCheck={false}
      flex={1}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', overflowWrap: 'anywhere' } }}
      onFocus={(event) => event.currentTarget.select()}
    />
    <CopyButton value={value} timeout={3000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          aria-label={t`Copy: ${label}`}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
        </Button>
      )}
    </CopyButton>
  </Group>
)
