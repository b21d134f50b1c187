import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

/** How long each step is shown, once it is loaded. */
const STEP_MS = 1_000

interface Props {
  /** The name of the slider for screen readers. */
  readonly label: string
  /** What the map shows at this step. */
  readonly words: string
  readonly index: number
  readonly count: number
  /** Whether this step is loaded. */
  readonly isReady: boolean
  readonly onIndex: (index: number) => void
  /** Controls next to the slider. */
  readonly children: ReactNode
}

/** A slider over days or hours that plays, and what it shows in words. */
export const StepSlider = ({ label, words, index, count, isReady, onIndex, children }: Props) => {
  const [isPlaying, setPlaying] = useState(false)
  const last = count - 1
  const step = useEffectEvent(() => onIndex(index + 1))
  useEffect(() => {
    if (!isPlaying || !isReady) return
    if (index >= last) return setPlaying(false)
    const timer = setTimeout(step, STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isReady, index, last])
  const play = () => {
    if (!isPlaying && index >= last) onIndex(0)
    setPlaying(!isPlaying)
  }
  return (
    <>
      <Group gap="sm">
        {/* On a phone, the other controls are below. */}
        <Group gap="sm" wrap="nowrap" style={{ flex: '1 1 260px' }}>
          <Button
            size="xs"
            variant="default"
            leftSection={isPlaying ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
            style={{ flexShrink: 0 }}
            onClick={play}
          >
            {isPlaying ? t`Pause` : t`Play`}
          </Button>
          <input
            type="range"
            min={0}
            max={Math.max(last, 0)}
            value={Math.max(index, 0)}
            aria-label={label}
            aria-valuetext={words}
            style={{ flex: 1, minWidth: 0, height: 24, accentColor: 'var(--mantine-primary-color-filled)' }}
            onChange={({ currentTarget }) => {
              setPlaying(false)
              onIndex(Number(currentTarget.value))
            }}
          />
        </Group>
        {children}
      </Group>
      <Text size="sm" fw={600} data-testid="step-in-words">
        {words}
      </Text>
    </>
  )
}
