-- The turn preview over host functions. These and the orders are locals of an enclosing function, the fastest names Lua has.
-- A cell is an index into the host's bordered grid, so a neighbour is one addition.
local FREE <const>, EDGE <const>, UNITS <const> = 0xffff, 0xfffd, 0xfffd
local MOVE <const>, HIT <const>, PUSH <const> = 1, 2, 3
local DAMAGE <const>, COLLISION <const> = 2, 1

return function(host, moves, aims, n)
  local activate, look, place, damage, strike = host.activate, host.look, host.place, host.damage, host.strike
  local block, collide = host.block, host.collide

  return function()
    for unit = 0, n - 1 do
      local here = activate(unit)
      if here then
        local goal = here + moves[unit + 1]
        if look(goal) == FREE then
          place(unit, goal, MOVE)
          here = goal
        elseif goal ~= here then
          block(unit, goal)
        end
        local aim = aims[unit + 1]
        local struck = here + aim
        local target = look(struck)
        if target < UNITS then
          if damage(target, DAMAGE, HIT) > 0 then
            local beyond = struck + aim
            local blocker = look(beyond)
            if blocker == FREE then
              place(target, beyond, PUSH)
            else
              collide(target, blocker)
              damage(target, COLLISION, PUSH)
              if blocker < UNITS then
                damage(blocker, COLLISION, PUSH)
              end
            end
          end
        elseif target ~= EDGE then
          strike(unit, struck)
        end
      end
    end
  end
end
