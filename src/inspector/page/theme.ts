/** Dark or light: as the system is until somebody chooses, then as was chosen. */
import { computed, effect, signal } from '@preact/signals';

export type Theme = 'dark' | 'light';

const KEPT = 'dugout-inspector-theme';
const light = matchMedia('(prefers-color-scheme: light)');
const system = signal<Theme>(light.matches ? 'light' : 'dark');
const chosen = signal(kept());

export const theme = computed<Theme>(() => chosen.value ?? system.value);

/** The other theme from now on, also when the page is opened again. */
export function toggleTheme(): void {
  chosen.value = theme.value === 'dark' ? 'light' : 'dark';
  keep(chosen.value);
}

export function startTheme(): void {
  light.addEventListener('change', ({ matches }) => {
    system.value = matches ? 'light' : 'dark';
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

function kept(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEPT);
    return value === 'dark' || value === 'light' ? value : undefined;
  } catch {
    // A browser may keep nothing for a page.
    return undefined;
  }
}

function keep(value: Theme): void {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // Then it is as chosen until the page is closed.
  }
}
