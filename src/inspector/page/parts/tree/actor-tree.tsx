/** The actors of the moment, and the state of each. */
import { actorsNow, chosenActor } from '../../store.js';

export function ActorTree() {
  return (
    <aside class="tree" aria-label="Actors">
      <ul>
        {actorsNow.value.map(({ id, state }) => (
          <li key={id} data-actor={id} data-state={state}>
            <button
              type="button"
              aria-pressed={chosenActor.value === id}
              onClick={() => {
                chosenActor.value = id;
              }}
            >
              <b>{id}</b> <span>{state}</span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
