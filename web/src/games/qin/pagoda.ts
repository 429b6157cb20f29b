// The silhouette of a pagoda: floors with swept roofs, the foot at 0,0, rising upwards.

interface Floor {
  half: number; // half the width of the walls
  height: number;
  eave: number; // half the width of the roof
  rise: number; // of the roof
}

const SINGLE: Floor[] = [
  { half: 25, height: 42, eave: 47, rise: 19 },
  { half: 15, height: 13, eave: 33, rise: 20 },
];
const DOUBLE: Floor[] = [
  { half: 32, height: 46, eave: 62, rise: 20 },
  { half: 24, height: 15, eave: 49, rise: 18 },
  { half: 17, height: 13, eave: 38, rise: 17 },
  { half: 11, height: 11, eave: 28, rise: 19 },
];

export interface Silhouette {
  walls: string;
  roofs: string;
  spire: string;
  top: number;
}

export const PAGODAS = [silhouette(SINGLE), silhouette(DOUBLE)] as const;

function silhouette(floors: Floor[]): Silhouette {
  let y = 0;
  let walls = "";
  let roofs = "";
  floors.forEach(({ half, height, eave, rise }, i) => {
    walls += `M${-half} ${y}V${y - height}H${half}V${y}Z`;
    y -= height;
    const neck = (floors[i + 1]?.half ?? 5) + 1;
    roofs +=
      `M${-eave} ${y - 6}Q${-eave * 0.5} ${y - 5} ${-neck} ${y - rise}H${neck}Q${eave * 0.5} ${y - 5} ${eave} ${y - 6}` +
      `Q${eave * 0.7} ${y + 5} ${eave * 0.4} ${y + 5}H${-eave * 0.4}Q${-eave * 0.7} ${y + 5} ${-eave} ${y - 6}Z`;
    y -= rise - 1;
  });
  const spire = `M-4 ${y + 2}L-2 ${y - 12}A4.5 4.5 0 1 1 2 ${y - 12}L4 ${y + 2}Z`;
  return { walls, roofs, spire, top: y - 20 };
}
