import { useEffect, useState } from 'react'
import { shortDay } from '../../time/days.ts'
import { localOf } from '../../time/zoned-time.ts'

/** Keeps the device from turning its screen off, where the browser can. The browser lets go of it when the page is hidden. */
export const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const keepOn = async () => {
      if (document.visibilityState === 'visible') lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    void keepOn()
    document.addEventListener('visibilitychange', keepOn)
    return () => {
      document.removeEventListener('visibilitychange', keepOn)
      void lock?.release()
    }
  }, [])
}

/** The colors that the screen has, instead of those of the device. */
export const useColorsOfScreen = (colors: 'light' | 'dark' | undefined): void => {
  useEffect(() => {
    const { documentElement } = document
    const before = documentElement.getAttribute('data-mantine-color-scheme')
    if (colors) documentElement.setAttribute('data-mantine-color-scheme', colors)
    return () => {
      if (colors && before) documentElement.setAttribute('data-mantine-color-scheme', before)
    }
  }, [colors])
}

/** The time and date in the building now, by the clock of the service. */
export const useClock = (timeZone: string, offset: number): { readonly time: string; readonly date: string } => {
  const now = () => {
    const { day, time } = localOf(new Date(Date.now() + offset).toISOString(), timeZone)
    return { time, date: shortDay(day) }
  }
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now()
}

/** Which of several is shown, each for so many seconds. */
export const useTurn = (count: number, seconds: number): number => {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => setTurn((before) => before + 1), seconds * 1_000)
    return () => clearInterval(timer)
  }, [count, seconds])
  return count === 0 ? 0 : turn % count
}
